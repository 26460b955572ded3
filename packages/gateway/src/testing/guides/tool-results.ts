/** Whether the text of a request has the result of a tool, in any of the four formats. */
export function hasResult(text: string): boolean {
  return /"role":"tool"|"type":"(function|custom_tool)_call_output"|"type":"tool_result"|"functionResponse"/.test(
    text,
  );
}
