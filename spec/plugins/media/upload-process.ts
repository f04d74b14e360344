import { uploadHost } from './upload-host.ts';

/**
 * A process of its own that takes uploads: started with the folder for them, it sends its address, and for every
 * message that it gets the most memory that it held since the one before, in bytes.
 */
const { url } = await uploadHost(process.argv[2]!, { uploadLimit: 2 ** 30 });
let most = 0;
setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss());
}, 5);
process.on('message', () => {
  globalThis.gc?.();
  const now = process.memoryUsage.rss();
  process.send!(Math.max(most, now));
  most = 0;
});
process.send!(url);
