import { getMetadataStorage } from 'class-validator';

/** The library searches all decorators of all classes for each object that it validates. Their number is final after the start. */
export function rememberMetadata(): void {
  const storage = getMetadataStorage();
  const known = new Map<unknown, ReturnType<typeof storage.getTargetValidationMetadatas>>();
  const search = storage.getTargetValidationMetadatas.bind(storage);
  storage.getTargetValidationMetadatas = (target, schema, always, strictGroups, groups) => {
    if (schema || groups) return search(target, schema, always, strictGroups, groups);
    const found = known.get(target) ?? search(target, schema, always, strictGroups, groups);
    known.set(target, found);
    return found;
  };
}
