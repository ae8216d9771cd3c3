export const secrets: Readonly<Record<string, string>>;
