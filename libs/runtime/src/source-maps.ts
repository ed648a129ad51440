import { setSourceMapsSupport } from 'node:module';

// For `--require`, before anything else is loaded. `--enable-source-maps` would keep the maps of all packages in
// memory, 10 MB a service, with the sources that are in them.
setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });
