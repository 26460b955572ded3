/** A name of this machine that browsers do not trust without TLS, unlike `localhost` and 127.0.0.1. */
export const INSECURE_HOST = 'tollgate.lan';
