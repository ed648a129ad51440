export { FairSlots } from './fair-slots';
export { type StoppableOptions, StoppableThreads, StoppedError, type StoppableRun } from './stoppable-threads';
export { answerMessages } from './thread-answers';
export { FairQueue, type Waiting } from './fair-queue';
