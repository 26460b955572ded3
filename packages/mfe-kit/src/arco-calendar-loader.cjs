// The Chinese texts of Arco bring the calendar's library along, which only date fields need. So the import moves to the
// module through which these read the calendar. The build stops when there is nothing to move any more.
const IMPORT = "import 'dayjs/locale/zh-cn';\n";

module.exports = function arcoCalendarLoader(source) {
  if (!this.resourcePath.endsWith('zh-CN.js')) return IMPORT + source;
  const lean = source.replace(IMPORT, '');
  if (lean === source) throw new Error(`No calendar to leave out of ${this.resourcePath}.`);
  return lean;
};
