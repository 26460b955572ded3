import '../styles/overlays.ts';
import { Message, Modal } from '@arco-design/web-react';

export { CopyByHand } from './copy-by-hand.tsx';
export { TypedName } from './typed-name.tsx';
export { Message, Modal };

Message.config({ maxCount: 3, duration: 4000 });
