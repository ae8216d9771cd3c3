/** Remembers the last answer: asked the same again, it is not made anew. Arguments are compared by identity. */
export function remembering<A extends readonly unknown[], R>(make: (...args: A) => R): (...args: A) => R {
  let last: { readonly args: A; readonly result: R } | undefined;
  return (...args) => {
    const known = last;
    if (known && known.args.length === args.length && known.args.every((arg, at) => Object.is(arg, args[at])))
      return known.result;
    const result = make(...args);
    last = { args, result };
    return result;
  };
}
