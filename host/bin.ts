#!/usr/bin/env node
import module from 'node:module';

// Node.js 22.1 and later caches compiled code, so that the next start need not compile it.
(module as { enableCompileCache?: () => void }).enableCompileCache?.();
const { main } = await import('./cli/main.ts');
await main();
