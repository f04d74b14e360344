/** Tappet with fifty plugins more that do nothing, and say so of their taps: what is kept stays kept. */
import { serveWithNoops } from '../processes/noop-host.ts';

await serveWithNoops({ pure: true, concerns: () => false });
