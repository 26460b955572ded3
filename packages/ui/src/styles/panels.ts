import '@arco-design/web-react/es/Badge/style/css.js';
import '@arco-design/web-react/es/Collapse/style/css.js';
