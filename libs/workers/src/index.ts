export { Slot, type SlotClaim } from './slot';
export { busy, type SlotLimits, type SlotRefusal, Slots, type SlotsOptions } from './slots';
export { type StoppableOptions, StoppableThreads, StoppedError, type StoppableRun } from './stoppable-threads';
export { answerMessages } from './thread-answers';
