/** A phrase that readers would have to learn, and the usual words for it. */
export interface PhraseRule {
  name: string;
  pattern: RegExp;
  instead: string;
  /** Files in which the phrase is usual English. */
  except?: RegExp;
  /** The rule is for these files alone. */
  only?: RegExp;
  /** Must be found, or the rule finds nothing. */
  bad: string;
  /** Must pass. */
  good: string;
}

const ENGLISH_TEXTS = /\/en(\/\w+)?\.json$/;
const CHINESE_TEXTS = /(^|\/)zh(\/|\.json$)/;

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
  {
    name: 'log in',
    pattern: /(?<!(?:usage|drawing|task) )\blog(?:s|ged|ging)? ?(?:in|out)\b|\blogins?\b/i,
    instead: 'Write "sign in", "sign out" or "sign-in".',
    only: ENGLISH_TEXTS,
    bad: 'Log in to continue.',
    good: 'Sign in to see the usage log.',
  },
  {
    name: 'please',
    pattern: /\bplease\b/i,
    instead: 'Leave it out.',
    only: ENGLISH_TEXTS,
    bad: 'Please enter a name.',
    good: 'Enter a name.',
  },
  {
    name: 'switched off',
    pattern: /\bswitch(?:es|ed)? (?:\w+ )?(?:off|on)\b/i,
    instead: 'Write "disabled" or "turned off".',
    only: ENGLISH_TEXTS,
    bad: 'This page is switched off.',
    good: 'This page is turned off.',
  },
  {
    name: 'lately, in all',
    pattern: /\blately\b|\bin all\b(?! \w)/i,
    instead: 'Write "recent" or "total".',
    only: ENGLISH_TEXTS,
    bad: 'Earned in all',
    good: 'Total earned',
  },
  {
    name: 'everybody',
    pattern: /\b(?:every|some)body\b/i,
    instead: 'Write "everyone", "someone", or name the actor.',
    only: ENGLISH_TEXTS,
    bad: 'Everybody gets this build.',
    good: 'Everyone gets this build.',
  },
  {
    name: 'blanks, a line',
    pattern: /\bblanks\b|\bone a (?:line|key)\b|\bleave (?:it )?empty\b/i,
    instead: 'Write "spaces", "one per line" or "leave blank".',
    only: ENGLISH_TEXTS,
    bad: 'Enter one a line.',
    good: 'Enter one per line. Leave blank to allow all.',
  },
  {
    name: 'mail',
    pattern: /\be?-?mails?\b(?<!\bemails?)/i,
    instead: 'Write "email".',
    only: ENGLISH_TEXTS,
    bad: 'Enter the code from the mail.',
    good: 'Enter the code from the email.',
  },
  {
    name: 'Request id',
    pattern: /\bRequest id\b|\brequest id\b|\bids?\b/,
    instead: 'Write "request ID", "ID".',
    only: ENGLISH_TEXTS,
    bad: 'Request id',
    good: 'Request ID',
  },
  {
    name: 'Error:',
    pattern: /^Error:|\bfailed to (?:load|fetch|get|read|parse|update|save|check)\b/i,
    instead: 'Write "Couldn\'t load the list." and what to do next.',
    only: ENGLISH_TEXTS,
    bad: 'Failed to load the list',
    good: "Couldn't load the list",
  },
  {
    name: 'cannot',
    pattern: /\b(?:cannot|could not|does not|do not|is not|are not)\b/i,
    instead: 'Write the contraction: "can\'t", "couldn\'t".',
    only: ENGLISH_TEXTS,
    bad: 'The key cannot be read.',
    good: "The key can't be read.",
  },
  {
    name: '您',
    pattern: /您/,
    instead: 'Write 你.',
    only: CHINESE_TEXTS,
    bad: '您的令牌',
    good: '你的令牌',
  },
  {
    name: '服务商',
    pattern: /服务商|操练场|首字|补全/,
    instead: 'Write 供应商, 体验区, 首 Token, 输出.',
    only: CHINESE_TEXTS,
    bad: '服务商没有响应',
    good: '供应商没有响应',
  },
];
