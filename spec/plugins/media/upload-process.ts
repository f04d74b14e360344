import { uploadHost } from './upload-host.ts';

/**
 * A process of its own that takes uploads: started with the folder for them, it sends its address, and for every
 * message that it gets the most memory that it held since the one before, in bytes: what a collection leaves, as how much
 * garbage waits for one depends on what else the machine does.
 */
const { url } = await uploadHost(process.argv[2]!, { uploadLimit: 2 ** 30 });
const held = (): number => {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

/** How much of it may be garbage before it is collected and counted, as a collection takes long. */
const SLACK = 32 * 2 ** 20;

let most = held();
const measure = () => {
  globalThis.gc!();
  most = Math.max(most, held());
};
setInterval(() => {
  if (held() > most + SLACK) measure();
}, 5);
process.on('message', () => {
  measure();
  process.send!(most);
  most = 0;
});
process.send!(url);
