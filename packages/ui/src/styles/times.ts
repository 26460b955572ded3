import '@arco-design/web-react/es/DatePicker/style/css.js';
import '@arco-design/web-react/es/TimePicker/style/css.js';
