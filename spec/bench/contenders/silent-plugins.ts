/** Tappet with fifty plugins more that do nothing, and do not say so: nothing is kept that they may have a part in. */
import { serveWithNoops } from '../processes/noop-host.ts';

await serveWithNoops({});
