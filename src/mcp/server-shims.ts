import nodeProcess from 'node:process';

/** The process, for the parts of the MCP package that ask for it. */
export { nodeProcess as process };

/** Stands in for the JSON schema validator of the MCP package, which is used for forms that a server sends. hebb sends none. */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('hebb sends no forms, so that there is nothing to validate');
  }
}
