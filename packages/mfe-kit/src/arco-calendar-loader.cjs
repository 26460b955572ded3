// The Chinese texts of Arco bring the calendar's library along, which only date fields need. So the import moves to the
// module through which these read the calendar. The English ones bring the library's default language, and with the
// default messages of a form all that checks forms: neither is needed. The build stops when there is nothing to move or
// to leave out any more.
const IMPORT = "import 'dayjs/locale/zh-cn';\n";
const LEFT_OUT = {
  'zh-CN.js': [[IMPORT, '']],
  'en-US.js': [
    ["import 'dayjs/locale/en';\n", ''],
    ["import { DefaultValidateMessage } from 'b-validate';\n", ''],
    ['Form: DefaultValidateMessage', 'Form: {}'],
  ],
};

module.exports = function arcoCalendarLoader(source) {
  const texts = LEFT_OUT[this.resourcePath.split(/[\\/]/).at(-1)];
  if (!texts) return IMPORT + source;
  return texts.reduce((before, [part, instead]) => {
    if (!before.includes(part)) throw new Error(`No "${part.trim()}" to leave out of ${this.resourcePath}.`);
    return before.replace(part, instead);
  }, source);
};
