// A key of JSON that reaches Object.prototype would change every object of the process. Here it throws instead.
// (Freezing would be stricter, but then no library could define a `toString` of its own.)
Object.preventExtensions(Object.prototype);
