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

/** A word that no name, text or comment has: also not in `askedAt`, `is-told` or `"nobody"`. */
export interface WordRule {
  word: string;
  instead: string;
  bad: string;
  good: string;
}

export const wordRules: WordRule[] = [
  {
    word: 'asked',
    instead: 'Write "requested", or name the thing: the request.',
    bad: 'const askedModel = request.model;',
    good: 'const maskedKey = mask(key);',
  },
  {
    word: 'told',
    instead: 'Name the thing or the actor: the message, "the server reports".',
    bad: 'What was told is shown.',
    good: 'The server reports a state.',
  },
  {
    word: 'nobody',
    instead: 'Name the actor: "no user has", "no other package imports".',
    bad: 'A code that nobody used.',
    good: 'A code that no one has used.',
  },
  {
    word: 'stands',
    instead: 'Write "is", "means" or "replaces".',
    bad: 'The name stands in the header.',
    good: 'A stand-in answers; she understands.',
  },
  {
    word: 'heard',
    instead: 'Write "received", or name the thing: audio input.',
    bad: 'const { lastHeard } = peer;',
    good: 'const { overheardAt } = peer;',
  },
  {
    word: 'said',
    instead: 'Name the thing: the message, the output.',
    bad: '{ said: reason }',
    good: '{ answer: reason }',
  },
  {
    word: 'anew',
    instead: 'Write "again".',
    bad: 'The page is loaded anew.',
    good: 'The page loads again, from the lanewise cache.',
  },
  {
    word: 'whoever',
    instead: 'Name the actor: "the user who", "anyone who".',
    bad: 'Whoever has this code can redeem it.',
    good: 'Anyone with this code can redeem it.',
  },
  {
    word: 'untold',
    instead: 'Write "unsupported".',
    bad: 'readonly untoldFields: string[];',
    good: 'readonly unsupportedFields: string[];',
  },
  {
    word: 'untellable',
    instead: 'Write "unsupported".',
    bad: 'class Untellable extends Error {}',
    good: 'class UnsupportedError extends Error {}',
  },
  {
    word: 'retell',
    instead: 'Write "convert" or "translate".',
    bad: 'export function retellBody() {}',
    good: 'export function translateBody() {}',
  },
];

/** Columns of released databases keep their names. */
const RELEASED = /\basked_(?:at|today)\b/g;

const wordForms = wordRules.map(({ word, instead }) => {
  const capital = word[0]?.toUpperCase() + word.slice(1);
  const forms = `(?<![A-Za-z])(?:${word}|${capital})(?![a-z])|(?<=[a-z])${capital}(?![a-z])|(?<![A-Z])${word.toUpperCase()}(?![A-Z])`;
  return { word, instead, pattern: new RegExp(forms) };
});

/** Returns the forbidden words of a line as it is, with its code. */
export function findWords(line: string): { word: string; instead: string }[] {
  const text = line.replaceAll(RELEASED, '');
  return wordForms.filter(({ pattern }) => pattern.test(text));
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
    name: 'beside',
    pattern: /\bbeside\b/i,
    instead: 'Write "next to", "in addition to", "with" or "during".',
    bad: 'The file beside the test.',
    good: 'The file next to the test.',
  },
  {
    name: 'hears of',
    pattern: /\bhears? (?:of|about)\b/i,
    instead: 'Write "is notified of", "receives", "learns of".',
    bad: 'A page hears of a change.',
    good: 'A page is notified of a change.',
  },
  {
    name: 'what is known',
    pattern:
      /\b(?:what|that which|those|as|whatever) (?:is|was|are|were|had been|has been) known\b|\bwhatever (?:is|was|were)\b/i,
    instead: 'Name the thing: the request, the message, the value.',
    bad: 'Whatever was in the field goes.',
    good: 'The value of the field disappears.',
  },
  {
    name: 'comes of',
    pattern: /\b(?:comes?|came) of\b/i,
    instead: 'Write "results from", "is".',
    bad: 'The charge that comes of it.',
    good: 'The charge that results from it, and came often.',
  },
  {
    name: 'goes once',
    pattern: /\bgoes (?:once|when|as soon as)\b/i,
    instead: 'Write "disappears when", "is removed when".',
    bad: 'The error goes once the field is typed.',
    good: 'The error disappears when the field changes.',
  },
  {
    name: 'retells',
    pattern: /\b(?:retells|retold|retelling)\b/i,
    instead: 'Write "converts", "converted".',
    bad: 'Bodies are retold both ways.',
    good: 'Bodies are converted both ways.',
  },
  {
    name: 'but for',
    pattern: /\bbut for\b/i,
    instead: 'Write "except".',
    bad: 'Everything but for the key.',
    good: 'Everything except the key.',
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
