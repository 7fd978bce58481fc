import struct,sys
def img(p):
    b=open(p,'rb').read(); i=1
    while True:
        i=b.find(b'\x7fELF\x02\x01\x01',i)
        if struct.unpack_from('<H',b,i+18)[0]==190: break
        i+=4
    shoff=struct.unpack_from('<Q',b,i+40)[0]; n=struct.unpack_from('<H',b,i+60)[0]; e=struct.unpack_from('<H',b,i+58)[0]
    e_=b[i:i+shoff+n*e]
    # text sections
    strndx=struct.unpack_from('<H',e_,62)[0]
    secs=[struct.unpack_from('<IIQQQQ',e_,shoff+k*e) for k in range(n)]
    so=secs[strndx][4]
    return {e_[so+s[0]:e_.index(b'\0',so+s[0])].decode()[-24:]:e_[s[4]:s[4]+s[5]] for s in secs if s[1]==1}
a=img('dv/a.so'); b=img('dv/b.so')
print(sorted(k for k in a if k not in b or a[k]!=b[k])[:10], len(a), len(b))
