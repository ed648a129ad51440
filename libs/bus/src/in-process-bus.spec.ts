import { describeBus } from './bus.contract';
import { InProcessBus } from './in-process-bus';

describe('InProcessBus', () => {
  describeBus(() => ({ make: async (observe) => new InProcessBus({ observe }) }), 0);
});
