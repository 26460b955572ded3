/** A phrase that readers would have to learn, and the usual words for it. */
export interface PhraseRule {
  name: string;
  pattern: RegExp;
  instead: string;
  /** Files in which the phrase is usual English. */
  except?: RegExp;
  /** Must be found, or the rule finds nothing. */
  bad: string;
  /** Must pass. */
  good: string;
}

export const phraseRules: PhraseRule[] = [
  {
    name: 'the wire',
    pattern: /(?<!\b(?:on|over) )\bthe wire\b(?! format)/i,
    instead: 'Name it: the console API, the connection.',
    bad: 'Fields as the wire has them.',
    good: 'Bytes on the wire.',
  },
  {
    name: 'nobody',
    pattern: /\bnobody\b/i,
    instead: 'Name the actor: "no user has", "no other package imports".',
    except: /\/en(\/\w+)?\.json$/,
    bad: 'A code that nobody used.',
    good: 'A code that no one has used.',
  },
  {
    name: 'whoever',
    pattern: /\bwho(?:so)?ever\b/i,
    instead: 'Name the actor: "the user who", "anyone who".',
    bad: 'Whoever has this code can redeem it.',
    good: 'Anyone with this code can redeem it.',
  },
  {
    name: 'anew',
    pattern: /\banew\b/i,
    instead: 'Write "again".',
    bad: 'The page is loaded anew.',
    good: 'The page loads again.',
  },
  {
    name: 'beside',
    pattern: /\bbeside\b/i,
    instead: 'Write "next to", "in addition to", "with" or "during".',
    bad: 'The file beside the test.',
    good: 'The file next to the test.',
  },
  {
    name: 'stands',
    pattern: /\bstands?\b(?! (?:for|out|alone)\b|-)/i,
    instead: 'Write "is".',
    bad: 'The name stands in the header.',
    good: 'An ellipsis stands for the rest; a stand-in answers.',
  },
  {
    name: 'what was told',
    pattern:
      /\b(?:what|that which|those|as) (?:is|was|are|were|had been|has been) (?:asked|told|said|heard|known)\b/i,
    instead: 'Name the thing: the request, the message, the value.',
    bad: 'What was said of a refused field goes.',
    good: 'The error of the field disappears.',
  },
  {
    name: 'untold',
    pattern: /\b(?:untold|untellable|retells?|retold|retelling)\b/i,
    instead: 'Write "unsupported", "converts", "converted".',
    bad: 'A field that stays untold.',
    good: 'An unsupported field.',
  },
  {
    name: 'but for',
    pattern: /\bbut for\b/i,
    instead: 'Write "except".',
    bad: 'Everything but for the key.',
    good: 'Everything except the key.',
  },
  {
    name: 'hears of',
    pattern: /\bhears? (?:of|about)\b/i,
    instead: 'Write "is notified of", "receives", "learns of".',
    bad: 'A page hears of a change.',
    good: 'A page is notified of a change.',
  },
];
