/** A field of a channel has a value from which no request can be built safely. The channel is not used. */
export class ChannelFieldError extends Error {
  readonly field: 'base_url' | 'key' | 'model_mapping' | 'other';
  /** A key of `reason` in the common texts. */
  readonly reason: 'region_form' | 'url' | 'model_path' | 'service_account';

  constructor(field: ChannelFieldError['field'], reason: ChannelFieldError['reason']) {
    super(`the field ${field} of the channel cannot be used: ${reason}`);
    this.name = 'ChannelFieldError';
    this.field = field;
    this.reason = reason;
  }
}
