# What offcy knows about Python's encodings in C.

cdef extern from "Python.h":
    int PyCodec_Register(object search) except -1
    bint PyCodec_KnownEncoding(const char *encoding)
    object PyCodec_Encode(object o, const char *encoding, const char *errors)
    object PyCodec_Decode(object o, const char *encoding, const char *errors)
    object PyCodec_Encoder(const char *encoding)
    object PyCodec_Decoder(const char *encoding)
    object PyCodec_IncrementalEncoder(const char *encoding, const char *errors)
    object PyCodec_IncrementalDecoder(const char *encoding, const char *errors)
    object PyCodec_StreamReader(const char *encoding, object stream, const char *errors)
    object PyCodec_StreamWriter(const char *encoding, object stream, const char *errors)
    int PyCodec_RegisterError(const char *name, object handler) except -1
    object PyCodec_LookupError(const char *name)
    object PyCodec_StrictErrors(object error)
    object PyCodec_IgnoreErrors(object error)
    object PyCodec_ReplaceErrors(object error)
    object PyCodec_XMLCharRefReplaceErrors(object error)
    object PyCodec_BackslashReplaceErrors(object error)
    object PyCodec_NameReplaceErrors(object error)
