export { printedSeed, seededRandom } from '@lectern/testing';
