import { createContext, useContext } from 'react';

/** What the page is about, such as the name of a box; documents have it in their titles. */
const Place = createContext<string | undefined>(undefined);

export const PlaceProvider = Place.Provider;

export function usePlace(): string | undefined {
  return useContext(Place);
}
