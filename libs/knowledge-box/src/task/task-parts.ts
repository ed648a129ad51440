import { TaskHandlers } from './task.handlers';

/** The tasks of the service. */
export const taskParts = {
  controllers: [TaskHandlers],
};
