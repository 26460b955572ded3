import '@arco-design/web-react/es/Slider/style/css.js';
