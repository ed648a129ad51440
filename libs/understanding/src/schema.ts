// For the program that migrates databases, which needs none of the packages that read files and run models.
export { understandingSchema } from './understanding.database';
