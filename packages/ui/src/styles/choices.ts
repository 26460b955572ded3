import '@arco-design/web-react/es/InputTag/style/css.js';
import '@arco-design/web-react/es/Select/style/css.js';
