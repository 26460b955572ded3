/// <reference types="@rspress/core/runtime" />

declare module '*.webp' {
  const url: string;
  export default url;
}
declare module '*.css' {}
