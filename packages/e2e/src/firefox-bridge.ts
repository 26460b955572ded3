#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { type RawData, WebSocket, WebSocketServer } from 'ws';

/**
 * The executable that Playwright starts as Firefox: starts the machine's own Firefox with the same arguments and
 * sits between both on the WebDriver BiDi connection. Playwright sends some commands of `emulation` always, and a
 * release of Firefox may lack them; the bridge answers those with success, so that tests run without the emulation.
 * It also mends how Playwright fills in fields.
 */
const listening = /^WebDriver BiDi listening on (ws:\/\/\S+)$/;
const firefox = spawn(process.env.FIREFOX_PATH ?? 'firefox-esr', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
});
firefox.on('exit', (code) => process.exit(code ?? 1));
firefox.on('error', (error) => {
  process.stderr.write(`${error}\n`);
  process.exit(1);
});

for await (const line of createInterface(firefox.stderr)) {
  const address = listening.exec(line)?.[1];
  process.stderr.write(address ? `WebDriver BiDi listening on ${await openBridge(address)}\n` : `${line}\n`);
}

/** Returns the address of a server that passes everything on to `address`. */
async function openBridge(address: string): Promise<string> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  server.on('connection', (playwright, { url = '' }) => {
    const browser = new WebSocket(address + url, { perMessageDeflate: false });
    const opened = once(browser, 'open');
    playwright.on('message', async (data) => {
      await opened;
      browser.send(fillAsTyped(String(data)));
    });
    browser.on('message', (data) => playwright.send(acceptMissing(data)));
    browser.on('close', () => playwright.close());
    playwright.on('close', () => browser.close());
  });
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/**
 * Playwright fills a field by assigning its `value`. React replaces that property of each field to remember the last
 * value, and would see no change. The property of the prototype is what the browser itself sets when a person types.
 */
function fillAsTyped(message: string): string {
  if (!message.includes('function bidiInsertText')) return message;
  const assign = (value: string) =>
    `Reflect.set(Object.getPrototypeOf(inputElement), \`value\`, ${value}, inputElement);`;
  return message
    .replace('inputElement.value = value;', assign('value'))
    .replace('inputElement.value += text;', assign('inputElement.value + text'));
}

/**
 * Returns the message, or success instead of "there is no such command" for an emulation and "no such name" for a
 * permission: a preference already opens the clipboard to the pages.
 */
function acceptMissing(data: RawData): string {
  const text = String(data);
  if (!text.includes('unknown command') && !text.includes('enumeration PermissionName')) return text;
  const { id, error, message } = JSON.parse(text) as { id?: number; error?: string; message?: string };
  const isEmulation = error === 'unknown command' && message?.startsWith('emulation.');
  const isPermission = error === 'invalid argument' && message?.includes('enumeration PermissionName');
  return isEmulation || isPermission ? JSON.stringify({ type: 'success', id, result: {} }) : text;
}
