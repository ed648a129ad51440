export { understandingSchema } from './understanding.database';
export { UnderstandingModule } from './understanding.module';
