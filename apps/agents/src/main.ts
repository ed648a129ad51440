import { run } from '@lectern/runtime';
import { modules } from './modules';

void run(modules);
