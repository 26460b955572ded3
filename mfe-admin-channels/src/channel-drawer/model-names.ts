/** Adds names separated by commas or line breaks. Returns the longer list and the names that existed already. */
export function addNames(models: readonly string[], typed: string): { models: string[]; repeated: string[] } {
  const names = typed
    .split(/[,，\n]/)
    .map((name) => name.trim())
    .filter(Boolean);
  const all = new Set(models);
  const repeated = new Set<string>();
  for (const name of names) {
    if (all.has(name)) repeated.add(name);
    all.add(name);
  }
  return { models: [...all], repeated: [...repeated] };
}

/** True while the user has not chosen models: the list is empty, or still has the previous type's default models. */
export function isUntouched(models: readonly string[], filledIn: readonly string[]): boolean {
  if (models.length === 0) return true;
  const names = new Set(filledIn);
  return models.length === names.size && models.every((name) => names.has(name));
}
