/** Recording waits while a box is being marked as deleted, so that no row of it is inserted later. */
export const PURGES = 'purges';
