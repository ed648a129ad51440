import { connection } from './connection';
import { request } from './request';

async function isServerThere(): Promise<boolean> {
  try {
    await request('/console/session');
  } catch {
    return false;
  }
  return !connection.isAway();
}

function serverBack(): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = connection.subscribe(() => {
      if (connection.isAway()) return;
      unsubscribe();
      resolve();
    });
  });
}

/**
 * Loads a file of the console itself. While the server is down it waits, because the page must not be lost.
 *
 * @throws what the browser says, when the server is there and the file is not: another version was installed
 */
export async function loadCode<T>(importer: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await importer();
    } catch (error) {
      if (await isServerThere()) throw error;
      await serverBack();
    }
  }
}
