declare module '*.yaml' {
  const value: unknown;
  export default value;
}
declare module '*.md' {
  const value: string;
  export default value;
}
declare module '*.sh' {
  const value: string;
  export default value;
}
declare module '*.txt' {
  const value: string;
  export default value;
}
declare module '*.plist' {
  const value: string;
  export default value;
}
declare module '*.html' {
  const value: string;
  export default value;
}
