/**
 * Begins `encrypted_index` of the sources that callers of Anthropic's format get from other vendors. Anthropic signs
 * its own ones and refuses others, so a conversation that returns to it must not contain them.
 */
export const OWN_CITATION = 'gateway:';
