/** Goes to the payment page as the payment protocol requires: by a form with the signed fields. */
export function payAt(url: string, fields: Readonly<Record<string, string>>): void {
  if (!/^https?:\/\//i.test(url)) throw new Error('The payment page has no web address.');
  const form = document.createElement('form');
  form.method = 'POST';
  form.action = url;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}
