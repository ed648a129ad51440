import { createContext, useContext } from 'react';

/** Subject of the page, such as the name of a box; part of the title of the document. */
const Place = createContext<string | undefined>(undefined);

export const PlaceProvider = Place.Provider;

export function usePlace(): string | undefined {
  return useContext(Place);
}
