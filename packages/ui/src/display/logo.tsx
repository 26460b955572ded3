export interface LogoProps {
  /** Pixels; 24 by default. */
  size?: number;
  /** Accessible name. Omit when the word is next to the mark. */
  title?: string;
}

/** The mark of Tollgate, a gate bar over a slot, in the current text color. */
export function Logo({ size = 24, title }: LogoProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="currentColor"
      className="tg-logo"
      role={title ? 'img' : undefined}
      aria-hidden={title ? undefined : true}
      aria-label={title}
    >
      <path d="M1.75 1h12.5c.41 0 .75.34.75.75v2.5c0 .41-.34.75-.75.75H1.75A.75.75 0 0 1 1 4.25v-2.5C1 1.34 1.34 1 1.75 1zM4 6.5h3v8a.5.5 0 0 1-.5.5H4a.75.75 0 0 1-.75-.75v-7C3.25 6.84 3.59 6.5 4 6.5zM9 6.5h3c.41 0 .75.34.75.75v7a.75.75 0 0 1-.75.75H9.5a.5.5 0 0 1-.5-.5z" />
    </svg>
  );
}
