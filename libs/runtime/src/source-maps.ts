import { mapStacks } from './mapped-stacks';

// For `--require`, before anything else is loaded.
mapStacks();
