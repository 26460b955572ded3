import '@arco-design/web-react/es/_util/react-19-adapter';
import '../styles/arco-form.ts';

export { AutoComplete, Cascader, TreeSelect, Upload, type UploadProps } from '@arco-design/web-react';
