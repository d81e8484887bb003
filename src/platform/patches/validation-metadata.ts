import { getMetadataStorage } from 'class-validator';

type Storage = ReturnType<typeof getMetadataStorage>;
type Rules = ReturnType<Storage['getTargetValidationMetadatas']>;

/** The library searches and groups all decorators of all classes for each object that it validates. Their number is final after the start. */
export function rememberMetadata(): void {
  const storage = getMetadataStorage();
  const known = new Map<unknown, Rules>();
  const search = storage.getTargetValidationMetadatas.bind(storage);
  storage.getTargetValidationMetadatas = (target, schema, always, strictGroups, groups) => {
    if (schema || groups) return search(target, schema, always, strictGroups, groups);
    const found = known.get(target) ?? search(target, schema, always, strictGroups, groups);
    known.set(target, found);
    return found;
  };
  const knownGroups = new WeakMap<Rules, ReturnType<Storage['groupByPropertyName']>>();
  const group = storage.groupByPropertyName.bind(storage);
  storage.groupByPropertyName = (rules) => {
    const groups = knownGroups.get(rules) ?? group(rules);
    knownGroups.set(rules, groups);
    return groups;
  };
}
