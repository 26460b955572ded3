declare module '*.css';
declare module '@arco-design/web-react/es/_util/react-19-adapter';
declare module '@arco-design/web-react/es/locale/*' {
  import type { Locale } from '@arco-design/web-react/es/locale/interface';

  const locale: Locale;
  export default locale;
}
