import { createContext, useContext } from 'react';

export const RecordLook = createContext(false);

/** True in a cell that a list of records shows, as on a phone, and false in a table. */
export function useIsRecord(): boolean {
  return useContext(RecordLook);
}
