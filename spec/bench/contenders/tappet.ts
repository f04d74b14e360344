import { createHost } from '../../../dist/host/index.js';

const host = await createHost({ database: `sqlite:${process.argv[2]}`, logLevel: 'silent' });
console.log(await host.listen(0));
