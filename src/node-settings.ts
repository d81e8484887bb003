import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';

// Compiling modules takes a third of the startup time. Must be imported first, because it covers only later imports.
enableCompileCache(join(process.env['DATA_DIR'] ?? '.data', 'compile-cache'));

// On a machine with much memory, V8 would let garbage grow to several times the size of the live objects. NODE_OPTIONS does not permit
// this option. The size of the young generation, by contrast, can only be set there: see `nodeOptions` in scripts/project.mjs.
setFlagsFromString('--heap-growing-percent=20');
