/** For `catch`: null for a file or folder that does not exist. */
export function orNullIfAbsent(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}
