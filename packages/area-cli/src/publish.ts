import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { backendApi, hostApi, publishBuild } from '@tollgate/contract';
import { readBuiltArea } from './built-area.ts';
import { callGateway, type Environment, type Gateway } from './call-gateway.ts';
import { CommandError } from './command-error.ts';
import { findFaults } from './find-faults.ts';
import { preview } from './preview.ts';

/** Signs a build and sends it to the gateway. No user gets it before a rollout names it. */
export async function publishArea([folder]: string[], gateway: Gateway): Promise<string> {
  if (!folder) throw new CommandError('Say which: tollgate area publish mfe-logs');
  const { environment } = gateway;
  const token = environment.TOLLGATE_PUBLISH_TOKEN;
  if (!token) throw new CommandError('Set TOLLGATE_PUBLISH_TOKEN to a token of this area.');
  const privateKey = readSigningKey(environment);
  const { manifest, text, files } = readBuiltArea(folder);
  const contents = [...files].map(([path, content]) => ({
    path,
    content: gzipSync(content, { level: 9 }).toString('base64'),
  }));
  const signature = sign(null, Buffer.from(text), privateKey).toString('base64');
  const sent = { id: manifest.id, token, manifest: text, signature, files: contents };
  const published = await callGateway(publishBuild, sent, gateway).catch((error: unknown) => {
    if (isThereAlready(error, manifest.buildId)) return undefined;
    throw error;
  });
  const link = await preview([manifest.id, manifest.buildId], gateway);
  if (!published)
    return `Build ${manifest.buildId} of ${manifest.id} is there already. Go on with canary or promote. Preview: ${link}`;
  const { build_id, bytes } = published;
  return `Published build ${build_id} of ${manifest.id}: ${files.size} files, ${bytes} bytes. No channel names it yet. Preview: ${link}`;
}

/** Whether a gateway refused a build for nothing but that it has the same one. */
function isThereAlready(error: unknown, buildId: string): boolean {
  return (
    error instanceof CommandError &&
    error.reasons.startsWith(`BUILD ${buildId} is there already`) &&
    !error.reasons.includes('\n')
  );
}

/** Lists what the gateway would refuse, without knowing the other areas. */
export async function examineArea([folder]: string[]): Promise<string> {
  if (!folder) throw new CommandError('Say which: tollgate area doctor mfe-logs');
  const { manifest, files } = readBuiltArea(folder);
  const faults = findFaults({ manifest, files, host: { api: hostApi, backendApi } });
  if (faults.length > 0) throw new CommandError(faults.join('\n'));
  const { entry, firstView, css } = manifest.weights ?? { entry: 0, firstView: 0, css: 0 };
  return `Build ${manifest.buildId} of ${manifest.id} is in order: entry ${entry}, first view ${firstView}, styles ${css} bytes compressed; wants host API ${manifest.compat.hostApi}.`;
}

/** Creates a key pair: the private key for the secrets of the build server, the public key to register. */
export async function makeSigningKey(): Promise<string> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  return `${pem}Public key to register: ${Buffer.from(x, 'base64url').toString('base64')}`;
}

/** The key itself, or the name of a file that holds it. */
function readSigningKey({ TOLLGATE_SIGNING_KEY: given }: Environment): KeyObject {
  if (!given)
    throw new CommandError('Set TOLLGATE_SIGNING_KEY to a private Ed25519 key, or to the file of one.');
  try {
    const key = createPrivateKey(given.includes('PRIVATE KEY') ? given : readFileSync(given));
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch (cause) {
    throw new CommandError('TOLLGATE_SIGNING_KEY is neither a private key nor a file that holds one.', {
      cause,
    });
  }
  throw new CommandError('TOLLGATE_SIGNING_KEY is no Ed25519 key. Make one: tollgate area keygen');
}
