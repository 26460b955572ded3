import '@arco-design/web-react/es/AutoComplete/style/css.js';
import '@arco-design/web-react/es/Cascader/style/css.js';
import '@arco-design/web-react/es/TreeSelect/style/css.js';
import '@arco-design/web-react/es/Upload/style/css.js';
