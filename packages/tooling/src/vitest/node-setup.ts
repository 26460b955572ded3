// A JSON key that reaches Object.prototype would change every object of the process. Here it throws instead.
// (Freezing would be stricter, but then no library could define its own `toString`.)
Object.preventExtensions(Object.prototype);
